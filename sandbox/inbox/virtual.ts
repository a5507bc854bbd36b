import type { VirtualItem } from '@tanstack/virtual-core';
import {
	Virtualizer,
	elementScroll,
	observeElementOffset,
	observeElementRect,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

type List = Virtualizer<HTMLElement, HTMLElement>;

interface Settings {
	count: number;
	/** Height of a row, in pixels: exact, or a guess where rows are measured. */
	height: number;
	scroller: RefObject<HTMLElement | null>;
	paddingStart?: number;
	paddingEnd?: number;
}

/** The rows of a long list that are in sight: all others have no element. */
export function useVirtual({ count, height, scroller, ...padding }: Settings): {
	list: List;
	rows: VirtualItem[];
	total: number;
} {
	const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
	const options = {
		count,
		...padding,
		overscan: 8,
		getScrollElement: () => scroller.current,
		estimateSize: () => height,
		scrollToFn: elementScroll,
		observeElementRect,
		observeElementOffset,
		onChange: () => redraw(),
	};
	const [list] = useState<List>(() => new Virtualizer(options));
	list.setOptions({ ...list.options, ...options });
	useLayoutEffect(() => list._didMount(), []);
	useLayoutEffect(() => list._willUpdate());
	return { list, rows: list.getVirtualItems(), total: list.getTotalSize() };
}

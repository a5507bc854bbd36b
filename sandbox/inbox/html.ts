/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import htm from 'htm';
import type { VNode } from 'preact';
import { h } from 'preact';

/** Markup in a template: `${…}` is always text, a property or an element, never markup. */
// The library's types are those of its CommonJS form; the page loads the other one.
export const html = (htm as unknown as typeof htm.default).bind(h) as (
	strings: TemplateStringsArray,
	...values: unknown[]
) => VNode;

#!/bin/sh
# Three readers of vCards give three names for one person, and one of them makes one person of a file of two.
#
# Rules (RFC 2426; RFC 6350, 3.2 and 3.4): a fold is a line break and one blank, and what follows it stays; in a name `\,` and `\;`
#   are a comma and a semicolon. vCard 2.1 has quoted-printable names, whose lines end in `=`.
# Texts: `escaped` is `Clarke\, Emma\; PhD`. `folded` breaks before the blank of "Emma Clarke". `written` is what vcards-js writes
#   of "Clarke; Emma", in 4.0, where a semicolon may stand in a name as it is. `two` are Emma without a number, and Sara with one.
#   `phone` is a number in an Apple group, and `uri` one as tel:. `quoted` is a name of vCard 2.1 on two lines, as Android writes
#   it.
# Guess before: all read names and folds; groups and `tel:` are where they differ.
# Seen: the numbers are right in all. Of the names ical.js 2.2.1 keeps the backslash of `\;`, vcf 2.1.2 those of both; vcard-parser
#   1.0.0 makes "EmmaClarke" of the folded one, a list of what vcards-js 2.11.1 writes, and one card of two, so that nobody can
#   tell whose the number is. vcf, which names 2.1 among its versions, and vcard-parser give a quoted-printable name as its codes,
#   and drop its second line. (ical.js reads 3.0 and 4.0.)
# So: greet nobody by a name of a vCard that was not looked at.
# Needs: Node 20 or later, npm and its registry. Ends with 1 where the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . \
	ical.js@2.2.1 vcf@2.1.2 vcard-parser@1.0.0 vcards-js@2.11.1 >&2
cat > run.mjs <<'JS'
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
const require = createRequire(import.meta.url);
const vcf = require('vcf');
const vcardParser = require('vcard-parser');
const card = (...lines) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const card3 = (...lines) => card('VERSION:3.0', 'N:Clarke;Emma;;;', ...lines);
const written = require('vcards-js')();
Object.assign(written, { version: '4.0', formattedName: 'Clarke; Emma' });
const TEXTS = {
	escaped: card3('FN:Clarke\\, Emma\\; PhD'),
	folded: card3('FN:Emma', '  Clarke'),
	written: written.getFormattedString(),
	two: card3('FN:Emma') + card3('FN:Sara', 'TEL:5550100'),
	phone: card3('FN:Emma', 'item1.TEL;type=pref:5550100'),
	uri: card('VERSION:4.0', 'FN:Emma', 'TEL;VALUE=uri:tel:+12015550100'),
	quoted: card('VERSION:2.1', 'N:Z', 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB=', '=20Z'),
};
const READERS = {
	'ical.js'(text) {
		if (text.includes('VERSION:2.1')) return 'not its version';
		const whole = ICAL.parse(text);
		const cards = Array.isArray(whole[0]) ? whole : [whole];
		const of = (properties, wanted) => properties.find(([name]) => name === wanted)?.[3];
		return cards.map(([, properties]) => [of(properties, 'fn'), of(properties, 'tel')]);
	},
	vcf: (text) => vcf.parse(text).map((one) => ['fn', 'tel'].map((name) => one.get(name)?.valueOf())),
	'vcard-parser'(text) {
		const { fn, tel } = vcardParser.parse(text);
		return [[fn, tel].map((found) => found?.map(({ value }) => value))];
	},
};
const seen = Object.entries(READERS).map(
	([name, read]) =>
		`${name}: ${JSON.stringify(Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, read(text)])))}`,
);
console.log(seen.join('\n'));
const KNOWN = [
	'ical.js: {"escaped":[["Clarke, Emma\\\\; PhD",null]],"folded":[["Emma Clarke",null]],"written":[["Clarke; Emma",null]],"two":[["Emma",null],["Sara","5550100"]],"phone":[["Emma","5550100"]],"uri":[["Emma","tel:+12015550100"]],"quoted":"not its version"}',
	'vcf: {"escaped":[["Clarke\\\\, Emma\\\\; PhD",null]],"folded":[["Emma Clarke",null]],"written":[["Clarke; Emma",null]],"two":[["Emma",null],["Sara","5550100"]],"phone":[["Emma","5550100"]],"uri":[["Emma","tel:+12015550100"]],"quoted":[["Zo=C3=AB=",null]]}',
	'vcard-parser: {"escaped":[[["Clarke, Emma; PhD"],null]],"folded":[[["EmmaClarke"],null]],"written":[[[["Clarke"," Emma"]],null]],"two":[[["Emma","Sara"],["5550100"]]],"phone":[[["Emma"],["5550100"]]],"uri":[[["Emma"],["tel:+12015550100"]]],"quoted":[[["Zo=C3=AB="],null]]}',
];
if (seen.join() !== KNOWN.join()) throw new Error(`It was ${KNOWN.join('; ')}`);
JS
node run.mjs

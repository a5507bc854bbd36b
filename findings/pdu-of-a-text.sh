#!/bin/sh
# node-pdu sends a text that fits into one message as two, one with a € as UCS-2, and a § as another character.
#
# Rule (3GPP TS 23.038 and 23.040): one message holds 160 septets of the GSM alphabet, in which § is 0x5F and € an extended
#   character of two septets; or 70 UTF-16 units.
# Guess before: 160 letters and 70 Arabic letters are one message each, 158 letters and € too, and every character of the
#   alphabet comes back from what was made of it.
# Seen: node-pdu 2.1.1 makes two messages of each of the three. The € alone makes a text UCS-2, with 158 letters three messages of
#   at most 63 characters where 67 fit. "x§y" comes back as "x y", and so does a form feed, the other character that is lost.
# So: what a modem or its library "sent" may cost twice or three times what a counter of parts told before.
# Needs: Node 20 or later, npm and its registry. Ends with 1 where the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . node-pdu@2.1.1 >&2
cat > run.mjs <<'JS'
import { parse, Submit } from 'node-pdu';
const ALPHABET =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
	'\f^{}\\[~]|€';
const partsOf = (text) =>
	new Submit('+4915112345678', text).getPartStrings().map((one) => parse(one).data.getText());
const lengths = (text) => partsOf(text).map((part) => part.length);
const seen = JSON.stringify({
	letters: lengths('a'.repeat(160)),
	arabic: lengths('ا'.repeat(70)),
	euro: lengths(`${'a'.repeat(158)}€`),
	lost: [...ALPHABET].filter((one) => partsOf(`x${one}y`).join('') !== `x${one}y`),
});
console.log(seen);
const known = '{"letters":[133,27],"arabic":[63,7],"euro":[63,63,33],"lost":["§","\\f"]}';
if (seen !== known) throw new Error(`It was ${known}`);
JS
node run.mjs

#!/bin/sh
# n8n's `toDateTime('excel')` gives two of three minutes of a day a millisecond beside them.
#
# Seen: n8n-workflow 2.41.0 (what n8n's expressions run on), Node 20 and 24, on the 1,440 minutes of 15 March 2023 as a
#   spreadsheet counts them (45000 and so many 1440ths). 448 come out a millisecond early, so that their minute is the one
#   before (00:02 gives 00:01:59.999Z), 448 a millisecond late, 544 exactly.
# Guess before: all exact, or early and late ones are rounded to the second, as spreadsheets do.
# So: whoever cuts to the minute, as a schedule `YYYY-MM-DD HH:MM` does, is a minute early in nearly a third of all cases. Add
#   half a second first.
# Needs: Node 20 or later, npm and its registry. Ends with 1 where the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . n8n-workflow@2.41.0 >&2
cat > run.cjs <<'JS'
const { ExpressionExtensions } = require('n8n-workflow');
const { toDateTime } = ExpressionExtensions.find(({ typeName }) => typeName === 'Number').functions;
const counts = { early: 0, exact: 0, late: 0 };
let first;
for (let minute = 0; minute < 1440; minute++) {
	const given = toDateTime(45000 + minute / 1440, ['excel']).toMillis();
	const meant = Date.UTC(2023, 2, 15, 0, minute);
	counts[given < meant ? 'early' : given > meant ? 'late' : 'exact']++;
	if (given < meant) first ??= `${minute} minutes: ${new Date(given).toISOString()}`;
}
const seen = JSON.stringify({ ...counts, first });
console.log(seen);
const known = '{"early":448,"exact":544,"late":448,"first":"2 minutes: 2023-03-15T00:01:59.999Z"}';
if (seen !== known) throw new Error(`It was ${known}`);
JS
node run.cjs

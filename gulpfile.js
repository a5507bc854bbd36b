const { dest, src } = require('gulp');

/** Copies what tsc leaves behind: the icons and the codex file. */
function assets() {
	return src(['nodes/**/*.svg', 'nodes/**/*.json', '!nodes/**/package.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.assets = assets;

// n8n loads the node and the credential by the paths in package.json; there is nothing to export.
module.exports = {};

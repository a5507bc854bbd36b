// What `require('n8n-nodes-sms-voice-gateway')` gives. n8n itself loads the files that package.json names under `n8n`.
const { SmsVoiceGatewayApi } = require('./dist/credentials/SmsVoiceGatewayApi.credentials.js');
const { SmsVoiceGateway } = require('./dist/nodes/SmsVoiceGateway/SmsVoiceGateway.node.js');

module.exports = { SmsVoiceGateway, SmsVoiceGatewayApi };

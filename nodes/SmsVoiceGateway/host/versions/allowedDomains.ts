import {
	getCredentialAllowedDomains,
	type ICredentialDataDecryptedObject,
	type INode,
} from 'n8n-workflow';

/** A credential's list of domains, for n8n's helper. Throws where the credential does not allow the address. */
export function readAllowedDomains(
	node: INode,
	credentialData: ICredentialDataDecryptedObject,
	nodeEndpointUrl: string,
): string | undefined {
	// n8n-workflow before 1.120.25, and 2.0 to 2.17, have no such check, for no node of this kind.
	if (typeof getCredentialAllowedDomains !== 'function') return undefined;
	if (getCredentialAllowedDomains.length === 2) {
		// The form of n8n 1 (n8n-workflow 1.120.25).
		const positional = getCredentialAllowedDomains as unknown as (
			data: ICredentialDataDecryptedObject,
			nodeEndpointUrl: string,
		) => string | undefined;
		return positional(credentialData, nodeEndpointUrl);
	}
	return getCredentialAllowedDomains({
		node,
		credentialData,
		credentialOwnedSurface: true,
		nodeEndpointUrl,
	});
}

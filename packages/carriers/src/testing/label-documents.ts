/** Labels that vendors' servers send. */

/** The first bytes of each form of label, and enough to be one. */
export const labelDocuments: Readonly<Record<string, { contentType: string; body: Buffer }>> = {
  png: {
    contentType: 'image/png',
    body: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  pdf: {
    contentType: 'application/pdf',
    body: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF'),
  },
  zpl: { contentType: 'text/plain', body: Buffer.from('^XA\n^FO50,50^ADN,36,20^FDLABEL^FS\n^XZ\n') },
}

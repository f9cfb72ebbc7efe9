/** Pure: a text as names are compared: in lower case, without accents and punctuation. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{Mn}’'ʼ]/gu, '')
    .replace(/[^\p{L}\p{N}\p{Mc}]+/gu, ' ')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .trim()
    // `U.S.A.` is USA.
    .replace(/^(?:\p{L} ){1,3}\p{L}$/u, (letters) => letters.replaceAll(' ', ''))

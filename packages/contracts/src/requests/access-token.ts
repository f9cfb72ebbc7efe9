/** How long an access token is valid. RFC 9700, 2.2.1 recommends short lifetimes. */
export const TOKEN_SECONDS = 15 * 60

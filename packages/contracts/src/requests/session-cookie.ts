const SESSION_COOKIE = 'waybill_session'

/** Browsers take a cookie with this prefix only from this host over https, so that no sibling host can set it. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE

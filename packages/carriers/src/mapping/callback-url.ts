/** Pure: addresses of call-backs that are registered at carriers. */

/**
 * Whether both are the receiver of one account: paths of call-backs hold the id of the account, whatever the address of the
 * installation.
 */
export function isSameReceiver(url: string, callbackUrl: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(callbackUrl)) return url === callbackUrl
  const { pathname } = new URL(callbackUrl)
  return url === callbackUrl || (pathname.length > 1 && new URL(url).pathname === pathname)
}

/** Pure: where to go after the sign-in. */

const BASE = 'http://console.invalid'

/** The address of a screen for the path that the sign-in page was asked with; Today for anything but a path of the console. */
export function afterSignIn(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(`/console${next}`, BASE)) return '/console/'
  const { pathname, search } = new URL(`/console${next}`, BASE)
  return pathname.startsWith('/console/') && !pathname.startsWith('/console/sign-in') ? pathname + search : '/console/'
}

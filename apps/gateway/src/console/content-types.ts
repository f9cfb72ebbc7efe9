/** Pure: the files that the console may consist of. */

const contentTypes = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['webmanifest', 'application/manifest+json; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['pbf', 'application/x-protobuf'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['ico', 'image/x-icon'],
  ['woff2', 'font/woff2'],
])

/** Without parameters, for the check of the Accept header. */
export const mediaTypes = [...contentTypes.values()].map((type) => type.replace(/;.*/, ''))

/** The type of a file by the end of its name; undefined for a page of the app, and for files that are not served. */
export const getContentType = (path: string): string | undefined =>
  contentTypes.get(/\.([^./]+)$/.exec(path)?.[1] ?? '')

/** No step begins with a dot, so no path leads out of the folder or to a hidden file. */
const PATH = /^\w[\w.-]*(\/\w[\w.-]*)*$/
const LONGEST_PATH = 200

/** Whether a file of the console may have this path. */
export const isFilePath = (path: string): boolean =>
  path.length <= LONGEST_PATH && PATH.test(path) && getContentType(path) !== undefined

/** Whether a path names a file and not a page of the app: if the file is missing, the path is unknown. */
export const namesFile = (path: string): boolean => path.startsWith('assets/') || getContentType(path) !== undefined

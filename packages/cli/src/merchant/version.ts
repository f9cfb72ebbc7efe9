/** Version of this package, as in package.json. */
export const VERSION = '1.0.0-rc.1'

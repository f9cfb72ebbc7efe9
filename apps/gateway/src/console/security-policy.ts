/**
 * Sources that the pages of the console may load: files and answers of this origin, and pictures that they make themselves. A
 * label is shown in a frame from a `blob:` URL. No code comes from one: the worker of the map is a file of this origin.
 */
export const consoleSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "frame-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

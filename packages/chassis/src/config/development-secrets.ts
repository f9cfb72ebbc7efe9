/** The public secrets of docker-compose.yml and of the Kubernetes overlay `local`. */

/** Whether the text, or the password in a URL, is one of the public secrets: all of them contain this word. */
export function isDevelopmentSecret(text: string): boolean {
  const secret = URL.canParse(text) && text.includes('://') ? new URL(text).password : text
  return /\bdevelopment[-:]/.test(secret)
}

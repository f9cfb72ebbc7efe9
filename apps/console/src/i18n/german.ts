import type { Messages } from '@lingui/core'

const parts = import.meta.glob<{ messages: Messages }>('../**/locales/de.po', { eager: true })

/** All texts in German. */
export const messages: Messages = Object.assign({}, ...Object.values(parts).map((part) => part.messages))

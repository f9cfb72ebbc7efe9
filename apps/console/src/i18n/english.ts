import type { Messages } from '@lingui/core'

const parts = import.meta.glob<{ messages: Messages }>('../**/locales/en.po', { eager: true })

/** All texts in English. */
export const messages: Messages = Object.assign({}, ...Object.values(parts).map((part) => part.messages))

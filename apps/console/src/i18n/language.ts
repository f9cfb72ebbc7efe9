/** The language of the texts: the one chosen, else the browser's if the console has it, else English. */
import { i18n, type Messages } from '@lingui/core'
import { getPreferences, subscribe } from '../session/preferences.ts'

export type Language = 'en' | 'de'

const loaders: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./english.ts'),
  de: () => import('./german.ts'),
}

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The first of the languages asked for that exists. */
export function chooseLanguage(chosen: Language | null, asked: readonly string[]): Language {
  if (chosen !== null && chosen in loaders) return chosen
  const known = asked.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in loaders)
  return (known as Language | undefined) ?? 'en'
}

/**
 * The locale for numbers and times: the browser's own variant of the language, such as en-GB or de-AT, if it has one.
 */
export function formatLocale(language: string, asked: readonly string[]): string {
  return asked.find((tag) => tag.toLowerCase().startsWith(language)) ?? language
}

/** Loads the texts, and loads others when the choice changes. */
export async function startLanguage(): Promise<void> {
  await activate()
  let chosen = getPreferences().language
  subscribe(() => {
    const { language } = getPreferences()
    if (language === chosen) return
    chosen = language
    void activate()
  })
}

async function activate(): Promise<void> {
  const language = chooseLanguage(getPreferences().language, navigator.languages)
  const { messages } = await loaders[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

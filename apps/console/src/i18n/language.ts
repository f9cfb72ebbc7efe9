/** The language of the texts: the one chosen, else the browser's if the console has it, else English. */
import { i18n, type Messages } from '@lingui/core'
import { getPreferences, subscribe } from '../session/preferences.ts'

export type Language = 'en' | 'de'

/** The catalogues, each a file of the build: that of the frame, and one per feature. */
const catalogues: Record<Language, Record<string, () => Promise<{ messages: Messages }>>> = {
  en: import.meta.glob<{ messages: Messages }>('../**/locales/en.po'),
  de: import.meta.glob<{ messages: Messages }>('../**/locales/de.po'),
}

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The first of the languages asked for that exists. */
export function chooseLanguage(chosen: Language | null, asked: readonly string[]): Language {
  if (chosen !== null && chosen in catalogues) return chosen
  const known = asked.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in catalogues)
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

/** Features whose texts a page has needed so far. */
const features = new Set<string>()

async function activate(): Promise<void> {
  const language = chooseLanguage(getPreferences().language, navigator.languages)
  const messages = await Promise.all([load('i18n', language), ...[...features].map((name) => load(name, language))])
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...messages) })
  document.documentElement.lang = language
}

/** Loads the texts of features before their screen is shown. A feature without texts is fine. */
export async function loadTexts(names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !features.has(name))
  if (missing.length === 0) return
  const messages = await Promise.all(missing.map((name) => load(name, i18n.locale as Language)))
  for (const name of missing) features.add(name)
  i18n.load(i18n.locale, Object.assign({}, ...messages))
}

async function load(name: string, language: Language): Promise<Messages> {
  const path = name === 'i18n' ? `./locales/${language}.po` : `../features/${name}/locales/${language}.po`
  return (await catalogues[language][path]?.())?.messages ?? {}
}

/** The features that have texts. */
export const allFeatures = (): string[] =>
  Object.keys(catalogues.en).flatMap((path) => /\/features\/([^/]+)\//.exec(path)?.[1] ?? [])

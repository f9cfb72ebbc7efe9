import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** A catalogue for each feature, and one for the rest, so that two changes seldom touch the same file. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    { path: '<rootDir>/src/features/{name}/locales/{locale}', include: ['<rootDir>/src/features/{name}'] },
    {
      path: '<rootDir>/src/i18n/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['<rootDir>/src/features/**', '**/*.test.{ts,tsx}', '**/*.gen.ts'],
    },
  ],
  format: formatter({ origins: false, lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: 'message',
})

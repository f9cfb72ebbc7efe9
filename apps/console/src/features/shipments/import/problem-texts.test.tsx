import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { makeProblem } from '@waybill/sdk/sheets/problems'
import { expect, test, vi } from 'vitest'
import { loadTexts, startLanguage } from '../../../i18n/language.ts'
import { useProblemTexts } from './problem-texts.ts'

test('whatever is wrong in a file is said in the language of the console', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
  await startLanguage()
  await loadTexts(['shipments'])
  const { result } = renderHook(useProblemTexts, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
  const facts = { postCode: '2138', country: 'US', digits: 5, complete: '02138' }
  expect(result.current(makeProblem('', 'rows_joined', { rows: '2, 3' }))).toBe(
    'Die Zeilen 2, 3 sind eine Bestellung und werden eine Sendung.',
  )
  expect(result.current(makeProblem('dropoff_address.post_code', 'post_code_short', facts))).toContain(
    'haben dort 5 Ziffern (Vereinigte Staaten)',
  )
})

import './ui/theme.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguage } from './i18n/language.ts'
import { router } from './router.ts'
import { applyTheme } from './session/preferences.ts'

applyTheme()
await startLanguage()

const app = document.getElementById('app')
if (app === null) throw new Error('The page has no element with the ID "app".')
createRoot(app).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>
  </StrictMode>,
)

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { languageNames } from '../i18n/language.ts'
import { type Preferences, setPreferences, usePreferences } from '../session/preferences.ts'
import { signOut, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../ui/menu.tsx'
import { toastError } from '../ui/toast.tsx'

/** Menu of the person: account, theme, language, shortcuts, signing out. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { t, i18n } = useLingui()
  const { user, merchant } = useSession()
  const { theme, language } = usePreferences()
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={t`Account of ${user.name}`}>
          <UserRound aria-hidden />
        </Button>
      }
    >
      <MenuLabel>
        <span className="block text-text">{user.name}</span>
        {user.email} · {merchant.name}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/account">
          <UserRound aria-hidden />
          <Trans>Account and sessions</Trans>
        </Link>
      </MenuItem>
      <MenuItem onSelect={onHelp}>
        <Keyboard aria-hidden />
        <Trans>Keyboard shortcuts</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>
        <Trans>Theme</Trans>
      </MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={(value) => setPreferences({ theme: value as Preferences['theme'] })}>
        <MenuRadioItem value="system">
          <Trans>As the system</Trans>
        </MenuRadioItem>
        <MenuRadioItem value="light">
          <Trans>Light</Trans>
        </MenuRadioItem>
        <MenuRadioItem value="dark">
          <Trans>Dark</Trans>
        </MenuRadioItem>
      </MenuRadioGroup>
      <MenuLabel>
        <Trans>Language</Trans>
      </MenuLabel>
      <MenuRadioGroup
        value={language ?? i18n.locale}
        onValueChange={(value) => setPreferences({ language: value as Preferences['language'] })}
      >
        {Object.entries(languageNames).map(([tag, name]) => (
          <MenuRadioItem key={tag} value={tag}>
            <span lang={tag}>{name}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut().catch(toastError)}>
        <LogOut aria-hidden />
        <Trans>Sign out</Trans>
      </MenuItem>
    </Menu>
  )
}

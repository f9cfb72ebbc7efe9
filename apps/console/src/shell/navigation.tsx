import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { useScreens } from './screens.ts'

const link =
  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent'

/** The menu at the side. */
export function Sidebar() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Screens`} className="flex flex-col gap-0.5 p-2.5">
      {useScreens().map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={link} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon className="size-4" aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The bar at the bottom of a phone. */
export function BottomBar() {
  const { t } = useLingui()
  const screens = useScreens()
  const tab =
    'flex min-h-14 min-w-0 grow basis-0 flex-col items-center justify-center gap-0.5 px-0.5 text-xs text-muted data-[status=active]:text-accent'
  return (
    <nav aria-label={t`Screens`} className="flex border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden">
      {screens
        .filter(({ onPhone }) => onPhone)
        .map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={tab} activeOptions={{ exact: to === '/', includeSearch: false }}>
            <Icon className="size-5" aria-hidden />
            <span className="max-w-full text-center leading-tight hyphens-auto wrap-anywhere">{label}</span>
          </Link>
        ))}
      <Menu
        trigger={
          <button type="button" className={tab}>
            <Ellipsis className="size-5" aria-hidden />
            <Trans>More</Trans>
          </button>
        }
      >
        {screens
          .filter(({ onPhone }) => !onPhone)
          .map(({ to, label, icon: Icon }) => (
            <MenuItem key={to} asChild>
              <Link to={to}>
                <Icon aria-hidden />
                {label}
              </Link>
            </MenuItem>
          ))}
      </Menu>
    </nav>
  )
}

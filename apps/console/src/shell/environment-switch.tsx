import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useSession } from '../session/session.ts'
import { rememberEnvironment, useEnvironment } from '../session/workspace.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem } from '../ui/menu.tsx'

/** The environment of the page, always in view, and the way to another one. It opens the screen anew: IDs belong to one. */
export function EnvironmentSwitch() {
  const navigate = useNavigate()
  const { environments } = useSession()
  const environment = useEnvironment()
  const switchTo = (environmentId: string) => {
    rememberEnvironment(environmentId)
    void navigate({ to: '/', search: { env: environmentId } })
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="ghost" className="min-w-0">
          <span className="sr-only">
            <Trans>Environment</Trans>
          </span>
          <span className="truncate max-sm:max-w-28">{environment.name}</span>
          <ModeBadge livemode={environment.livemode} />
          <ChevronsUpDown className="text-muted" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>
        <Trans>Environment</Trans>
      </MenuLabel>
      <MenuRadioGroup value={environment.environment_id} onValueChange={switchTo}>
        {environments.map(({ environment_id, name, livemode }) => (
          <MenuRadioItem key={environment_id} value={environment_id}>
            <span className="grow">{name}</span>
            <ModeBadge livemode={livemode} />
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  )
}

const ModeBadge = ({ livemode }: { livemode: boolean }) => (
  <Badge tone={livemode ? 'success' : 'warning'}>{livemode ? <Trans>Live</Trans> : <Trans>Test</Trans>}</Badge>
)

/** Stripes over the whole page in test mode. */
export function TestStripes() {
  return useEnvironment().livemode ? null : <div className="h-1.5 shrink-0 test-stripes" aria-hidden />
}

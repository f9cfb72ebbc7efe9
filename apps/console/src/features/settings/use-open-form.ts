import { useNavigate, useSearch } from '@tanstack/react-router'

/** The form that the address has open: the ID of a thing, `new`, or none. */
export function useOpenForm(): { open: string | undefined; show: (open: string | undefined) => void } {
  const { open } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate()
  return { open, show: (next) => void navigate({ to: '.', search: (before) => ({ ...before, open: next }) }) }
}

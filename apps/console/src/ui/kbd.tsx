/** A key, such as `⌘K`. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-flex min-w-5 items-center justify-center rounded-sm border bg-sunken px-1 font-sans text-xs text-muted">
    {children}
  </kbd>
)

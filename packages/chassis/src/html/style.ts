export const style = `
:root { color-scheme: light dark; --text: #1c2430; --soft: #5b6675; --line: #dfe4ea; --back: #fff; --panel: #f5f7f9;
  --accent: #0b6bcb }
@media (prefers-color-scheme: dark) { :root { --text: #e3e8ef; --soft: #98a4b3; --line: #2c3541; --back: #10151b;
  --panel: #181f27; --accent: #6cb2f5 } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif }
a { color: var(--accent); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line) }
nav strong { display: block; margin: 1.1rem 0 .2rem; font-size: .8rem; color: var(--soft) }
nav a { display: block; padding: .12rem 0; font-size: .92rem }
nav a[aria-current] { font-weight: 600; color: var(--text) }
nav a.home { font-weight: 700; font-size: 1.1rem; color: var(--text) }
main { padding: 1.5rem 2rem 5rem; min-width: 0 }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.45rem; margin: 3rem 0 .5rem; padding-top: 1.2rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.12rem; margin: 2.2rem 0 .4rem }
p { max-width: 46rem; margin: .5rem 0 }
code, pre { font: .86em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
code { background: var(--panel); padding: .08em .3em; border-radius: 4px; overflow-wrap: anywhere }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem;
  overflow: auto; max-height: 28rem; margin: .5rem 0 }
nav input { width: 100%; padding: .4rem .6rem; margin: .6rem 0 .2rem; font: inherit; font-size: .92rem; color: inherit;
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px }
.example { position: relative }
button.copy { position: absolute; top: .4rem; right: .4rem; padding: .2rem .6rem; font: .78rem/1.4 system-ui, sans-serif;
  color: var(--soft); background: var(--back); border: 1px solid var(--line); border-radius: 6px; cursor: pointer }
pre code { background: none; padding: 0; overflow-wrap: normal }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .92rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .7rem .4rem 0; border-bottom: 1px solid var(--line) }
th { font-size: .8rem; color: var(--soft); font-weight: 600 }
td code { overflow-wrap: break-word }
td:first-child, td:first-child code { white-space: nowrap }
.soft { color: var(--soft); font-size: .85rem }
details summary { cursor: pointer; margin: .6rem 0 .2rem; color: var(--accent) }
@media (max-width: 56rem) {
  .page { display: block }
  nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line) }
  nav .groups { columns: 2 }
  main { padding: 1rem 1rem 4rem }
  td:first-child { white-space: normal }
}`

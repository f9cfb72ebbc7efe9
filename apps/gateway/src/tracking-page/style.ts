/** Designed for phones; wider screens get margins only. */
export const style = `
:root { color-scheme: light dark; --text: #17202b; --soft: #5b6675; --line: #d9dfe6; --back: #f3f5f8; --card: #fff;
  --accent: #0b6bcb; --good: #1a7f46; --bad: #b42318; --warn: #9a5b00 }
@media (prefers-color-scheme: dark) { :root { --text: #e6ebf1; --soft: #9aa6b5; --line: #2d3743; --back: #0e1318;
  --card: #171e26; --accent: #6cb2f5; --good: #5fc98c; --bad: #f18379; --warn: #e0a458 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 17px/1.5 system-ui, sans-serif }
main { max-width: 34rem; min-height: 100vh; margin: 0 auto; padding: 1.75rem 1.25rem 3rem; background: var(--card) }
h1 { font-size: 2rem; line-height: 1.15; margin: .1rem 0 .4rem; overflow-wrap: anywhere }
p { margin: .3rem 0 }
header.brand { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.4rem; font-weight: 650;
  overflow-wrap: anywhere }
header.brand img { max-width: 60%; max-height: 3rem; width: auto; height: auto; background: #fff; border-radius: 4px }
footer.brand { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: 1.6rem; padding-top: 1rem;
  border-top: 1px solid var(--line) }
footer.brand a { padding: .35rem 0 }
.city, .soft { color: var(--soft) }
.soft { font-size: .92rem }
a { color: var(--accent) }
.delivered h1 { color: var(--good) }
.failed h1, .cancelled h1, .expired h1 { color: var(--bad) }
.eta { font-size: 1.15rem; font-weight: 600 }
.trouble { color: var(--warn); font-weight: 600 }
.steps { display: flex; gap: .35rem; list-style: none; margin: 1.4rem 0 1.2rem; padding: 0 }
.steps li { flex: 1; border-top: 5px solid var(--line); border-radius: 3px; padding-top: .4rem; font-size: .78rem;
  line-height: 1.25; color: var(--soft) }
.steps .done { border-color: var(--accent); color: var(--text) }
.steps .present { font-weight: 650 }
.delivered .steps .done { border-color: var(--good) }
h2 { font-size: 1.05rem; margin: 1.4rem 0 .4rem }
.parcels { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line) }
.parcels li { padding: .55rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.parcels li > span { display: inline-block; min-width: 5.5rem; color: var(--soft) }
.parcels p { margin: .1rem 0 0 }
.parcels .delivered b { color: var(--good) }
.parcels .failed b { color: var(--bad) }
.moments { list-style: none; margin: 1.6rem 0 0; padding: 0 }
.moments li { position: relative; padding: 0 0 1.15rem 1.5rem }
.moments li::before { content: ''; position: absolute; left: 0; top: .45rem; width: .7rem; height: .7rem;
  border-radius: 50%; background: var(--line) }
.moments li:first-child::before { background: var(--accent) }
.moments li:not(:last-child)::after { content: ''; position: absolute; left: .3rem; top: 1.3rem; bottom: -.35rem;
  width: .1rem; background: var(--line) }
.moments li:first-child span { font-weight: 600 }
.moments time { display: block; font-size: .85rem; color: var(--soft) }
@media (min-width: 36rem) { main { min-height: 0; margin: 3rem auto; border-radius: 14px; border: 1px solid var(--line);
  padding: 2.25rem } }`

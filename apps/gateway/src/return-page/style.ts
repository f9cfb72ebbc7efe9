/** Rules of the form, beside those of the tracking page. */
export const formStyle = `
form { display: flex; flex-direction: column; gap: 1.1rem; margin: 1.2rem 0 1.6rem }
fieldset { display: flex; flex-direction: column; gap: .6rem; margin: 0; padding: .8rem 1rem 1rem;
  border: 1px solid var(--line); border-radius: 10px }
legend { padding: 0 .4rem; font-weight: 650 }
label { display: flex; flex-direction: column; gap: .3rem; font-weight: 600 }
label.row { flex-direction: row; align-items: center; gap: .6rem; font-weight: 400; min-height: 2.75rem;
  overflow-wrap: anywhere }
.goods { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .8rem }
.goods label { flex: 1 1 12rem }
.goods select { max-width: 100% }
input, select, textarea, button { font: inherit; color: inherit; background: var(--card); border-radius: 8px }
select, textarea, input[type=number] { padding: .55rem .7rem; border: 1px solid var(--soft) }
input[type=number] { width: 5rem }
input[type=checkbox] { width: 1.4rem; height: 1.4rem; accent-color: var(--accent); flex: none }
button { padding: .8rem 1rem; border: 0; background: var(--accent); color: var(--card); font-weight: 650; cursor: pointer }
.returns { list-style: none; margin: 1rem 0; padding: 0 }
.returns li { display: flex; flex-direction: column; gap: .2rem; padding: .8rem 0; border-bottom: 1px solid var(--line) }`

/** The drawings of an empty address book. */
const waves = (
  <>
    <path d="M10 78q14-10 28 0t28 0 28 0 28 0" />
    <path d="M26 90q13-8 26 0t27 0 27 0" opacity=".5" />
  </>
)
const ink = { stroke: 'var(--ink)', strokeWidth: 2.5 }

export const bookArt = {
  place: (
    <>
      {waves}
      <path d="M66 66C52 50 44 40 44 29a22 22 0 0144 0c0 11-8 21-22 37z" {...ink} />
      <circle cx="66" cy="29" r="8" />
      <path d="M22 60h14M96 60h14" opacity=".55" />
    </>
  ),
  paper: (
    <>
      {waves}
      <path d="M44 6h44v56l-7-5-7 5-8-5-8 5-7-5-7 5z" {...ink} />
      <path d="M54 22h24M54 32h24M54 42h14" />
    </>
  ),
}

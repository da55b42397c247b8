/** A person's initial on a colour of their own. */
const colours = ['#5B7A6B', '#8C6239', '#4F6794', '#8A5573', '#6E6A3B', '#7A5548']

export function Avatar({ name }: { name: string }) {
  const letters = [...name]
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span className="av l" style={{ background: colours[sum % colours.length] }} aria-hidden="true">
      {letters[0]?.toUpperCase() ?? ''}
    </span>
  )
}

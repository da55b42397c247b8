/** One line of text with the ellipsis in the middle, so that the end of a file name stays readable. */
const tailLength = 9

export function MiddleEllipsis({ text }: { text: string }) {
  const letters = [...text]
  if (letters.length <= tailLength * 2) return <span className="one">{text}</span>
  return (
    <span className="mid">
      <span className="vh">{text}</span>
      <span aria-hidden="true" className="one">
        {letters.slice(0, -tailLength).join('')}
      </span>
      <span aria-hidden="true">{letters.slice(-tailLength).join('')}</span>
    </span>
  )
}

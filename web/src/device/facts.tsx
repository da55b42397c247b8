/** Names and values of a box, as one list; a value that is not known is a dash. */
export function Facts({ title, facts }: { title: string; facts: { name: string; value: string | null | undefined }[] }) {
  return (
    <section>
      <h2 className="sec-t">{title}</h2>
      <dl className="card lines">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

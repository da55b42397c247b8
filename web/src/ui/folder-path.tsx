/** The path of a folder: it breaks between folders, and within the name of one only where that alone is too long for a line. */
import { Fragment } from 'react'

export function FolderPath({ path }: { path: string }) {
  return path.split('/').map((name, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the folders of a path have no other key
    <Fragment key={at}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {name}
    </Fragment>
  ))
}

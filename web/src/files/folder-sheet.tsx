/** Chooses the folder that entries go to. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Folder, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { BackIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { foldersIn, refreshFiles } from './data.ts'
import { NameSheet, type Naming } from './name-sheet.tsx'
import { newFolder } from './new-folder.ts'
import { filesText } from './text.ts'

/** from: where it begins. */
export type FolderChoice = { title: string; from: string; choose: (path: string) => void }

export function FolderSheet({ device, choice, onClose }: { device: Device; choice: FolderChoice | null; onClose: () => void }) {
  const [shown, setShown] = useState(choice)
  if (choice && choice !== shown) setShown(choice)
  return (
    shown && <Panel key={shown.from + shown.title} device={device} choice={shown} isOpen={choice !== null} onClose={onClose} />
  )
}

function Panel({
  device,
  choice,
  isOpen,
  onClose,
}: {
  device: Device
  choice: FolderChoice
  isOpen: boolean
  onClose: () => void
}) {
  const words = useText(filesText)
  const common = useText(commonText)
  const client = useQueryClient()
  const [path, setPath] = useState(choice.from)
  const [naming, setNaming] = useState<Naming | null>(null)
  const page = useQuery({ ...foldersIn(device, path), enabled: isOpen })
  const folders = page.data?.entries.filter(({ kind }) => kind === 'folder') ?? []
  const name = page.data?.names.at(-1) ?? ''
  const canWrite = page.data?.can_write === true
  const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const make = () =>
    setNaming(
      newFolder(device, path, (made) => {
        refreshFiles(client, device)
        setPath(made)
      }),
    )
  const foot = (
    <Button
      variant="main"
      isWide
      disabled={!canWrite}
      onClick={() => {
        onClose()
        choice.choose(path)
      }}
    >
      {name === '' ? choice.title : words.hereButton(choice.title, name)}
    </Button>
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={choice.title} closeLabel={common.close} foot={foot} isTall>
      {path !== '' && (
        <button type="button" className={listStyles.choice} onClick={() => setPath(above)}>
          <BackIcon size={20} />
          <span className={classes(layoutStyles.grow, textStyles.label, textStyles.oneLine)}>{name || common.back}</span>
        </button>
      )}
      {page.isPending && <Skeleton height={160} radius={16} isLate />}
      {page.isError && <p className={textStyles.secondary}>{words.failed}</p>}
      {page.data && path !== '' && !canWrite && <p className={textStyles.secondary}>{words.cannotWrite}</p>}
      {folders.map((folder) => (
        <button
          key={folder.path || folder.name}
          type="button"
          className={listStyles.choice}
          onClick={() => setPath(path === '' ? folder.path : `${path}/${folder.name}`)}
        >
          <Folder strokeWidth={1.75} />
          <span className={classes(layoutStyles.grow, textStyles.oneLine)}>{folder.name}</span>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
      {canWrite && (
        <button type="button" className={listStyles.choice} onClick={make}>
          <FolderPlus strokeWidth={1.75} />
          <span className={layoutStyles.grow}>{words.newFolder}</span>
        </button>
      )}
      <NameSheet naming={naming} onClose={() => setNaming(null)} />
    </Sheet>
  )
}

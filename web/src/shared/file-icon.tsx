/** The icon of a file by its extension (spec 3: mkv, mp4, mp3, jpg, png, doc, txt). */
import { fileKindOf, type FileKind } from '@homeport/contract/shape/file-kind.ts'
import { AlignLeft, File, FileText, Image, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import { VideoIcon } from '../ui/icon.tsx'

const icons: Record<FileKind, ReactNode> = {
  video: <VideoIcon />,
  audio: <Music strokeWidth={1.75} />,
  image: <Image strokeWidth={1.75} />,
  doc: <FileText strokeWidth={1.75} />,
  txt: <AlignLeft strokeWidth={1.75} />,
  file: <File strokeWidth={1.75} />,
}

export function FileIcon({ name }: { name: string }) {
  const kind = fileKindOf(name)
  return <span data-kind={kind}>{icons[kind]}</span>
}

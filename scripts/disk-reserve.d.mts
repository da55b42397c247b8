export function openReserve(folder: string, cacheFolder: string): { look(): void; isKept(): boolean }

/** An overlay as the server sends it, for the client's tests. */
import type { OverlayLine, Overlay } from '../../server/src/protocol/overlay';

export function overlayLine(line: number, over: Partial<OverlayLine> = {}): OverlayLine {
  return { line, step: 0, rank: 1, share: 0.5, text: '50.0 %', mostlyUnmodeled: false, ...over };
}

export function sampleOverlay(version: number, lines: readonly OverlayLine[]): Overlay {
  return {
    protocolVersion: 1,
    uri: 'file:///A.java',
    version,
    palette: ['#0000ff', '#9b3cc8', '#ff0000'],
    paletteName: 'blue-purple-red',
    lines,
    legend: {
      scale: 'rank',
      scope: 'file',
      modelTitle: 'Model',
      machine: 'Raspberry Pi 5, interpreter',
      provenance: 'estimated',
      cold: 'coldest lines',
      hot: 'hottest line',
      modeledShare: 0.873,
      unmodeledNote: 'Marked lines have a part that is not modeled.',
    },
    status: '87.3 % modeled',
    statusTooltip: '**Energy**',
  };
}

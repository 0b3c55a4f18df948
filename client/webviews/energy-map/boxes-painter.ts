/** Draws boxes on a canvas, those of the treemap and of the graph of callees. Sits in the page of the energy map. */
import { shortenEnd } from './annotations';
import type { Box } from './boxes';
import { toCss } from '../../../server/src/words/color';
import type { Screen } from './layout';
import { energyText, type EnergyMapModel } from './model';
import { colorsIn, groundOfBox, groundOfParent, type Theme } from './grounds';

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

interface BoxesPicture {
  readonly model: EnergyMapModel | undefined;
  readonly root: Box | undefined;
  readonly chosen: Box | undefined;
  readonly screen: Screen;
  readonly theme: Theme;
  /** True if children are in their parents; otherwise they are below them. */
  readonly isNested: boolean;
  /** The text that is written if there is nothing to draw. */
  readonly nothing: string;
}

export function paintBoxes(context: CanvasRenderingContext2D, picture: BoxesPicture): void {
  const { root, chosen, screen, theme, nothing } = picture;
  const ratio = context.canvas.width / Math.max(1, screen.width);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, screen.width, screen.height);
  context.textBaseline = 'middle';
  context.font = FONT;
  if (root !== undefined && root.energy > 0) paintBox(context, picture, root);
  else {
    context.fillStyle = theme.muted;
    context.textAlign = 'center';
    context.fillText(nothing, screen.width / 2, screen.height / 2);
    context.textAlign = 'left';
  }
  if (chosen === undefined) return;
  // Two frames, light and dark: one of them is seen on any color.
  context.lineWidth = 2;
  const [width, height] = [chosen.x1 - chosen.x0, chosen.y1 - chosen.y0];
  context.strokeStyle = toCss(theme.paper);
  context.strokeRect(chosen.x0 + 0.5, chosen.y0 + 0.5, width - 1, height - 1);
  context.strokeStyle = toCss(theme.ink);
  context.strokeRect(chosen.x0 - 1.5, chosen.y0 - 1.5, width + 3, height + 3);
}

function paintBox(context: CanvasRenderingContext2D, picture: BoxesPicture, box: Box): void {
  const { model, isNested } = picture;
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const isParent = isNested && box.children.length > 0;
  const color = model && colorsIn(model, picture.theme)[box.heat - 1];
  const shown = isParent ? groundOfParent(picture.theme, box.depth) : groundOfBox(picture.theme, color);
  if (width > 0 && height > 0) {
    context.fillStyle = toCss(shown.ground);
    context.fillRect(box.x0, box.y0, isNested ? width : Math.max(0.5, width - 1), height);
  }
  if (width > 26 && height > 11) {
    context.fillStyle = toCss(shown.ink);
    const middle = isParent || height > 40 ? box.y0 + 8.5 : box.y0 + height / 2;
    context.fillText(shortenEnd(context, box.name, width - 8, 2), box.x0 + 4, middle);
    if (!isParent && isNested && middle + 21 <= box.y1 && width > 50 && model !== undefined) {
      context.fillText(
        shortenEnd(context, energyText(model, box.energy), width - 8, 2),
        box.x0 + 4,
        middle + 14,
      );
    }
  }
  for (const child of box.children) paintBox(context, picture, child);
}

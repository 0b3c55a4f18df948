/** Questions and messages that commands and views put to the user in the same way. */
import { QuickInputButtons, ThemeIcon, Uri, window, workspace } from 'vscode';
import type { InputBox, QuickInputButton, QuickPick, QuickPickItem, QuickPickOptions } from 'vscode';
import { withDefined } from '../../server/src/base/check';
import {
  askInSteps,
  BUTTON,
  type Answers,
  type PossibleAnswer,
  type ChoiceQuestion,
  type NextQuestion,
  type Place,
  type TextQuestion,
} from './questions';

/** Lets the user choose one of several things; undefined if the user chose none. */
export async function pickOne<T>(
  things: readonly T[],
  describe: (thing: T) => QuickPickItem,
  options: QuickPickOptions,
): Promise<T | undefined> {
  const items = things.map((thing) => ({ ...describe(thing), thing }));
  return (await window.showQuickPick(items, options))?.thing;
}

/** True if the user agreed to an action that the message describes. */
export async function confirm(message: string, action: string): Promise<boolean> {
  return (await window.showWarningMessage(message, { modal: true }, action)) === action;
}

/** Lets the user choose one file or one folder to read; undefined if the user chose none. */
export async function chooseToRead(title: string, isFolder = false): Promise<Uri | undefined> {
  const kinds = { canSelectFiles: !isFolder, canSelectFolders: isFolder, canSelectMany: false };
  return (await window.showOpenDialog({ title, ...kinds }))?.[0];
}

/** Lets the user choose a file to write. A name without a folder stands for a file in the workspace. */
export async function chooseFileToWrite(
  title: string,
  name: string,
  filters: Record<string, string[]>,
): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && Uri.joinPath(folder, name);
  return window.showSaveDialog({ title, filters, ...withDefined({ defaultUri }) });
}

/** Shows a message in the status bar for four seconds. */
export function tellBriefly(message: string): void {
  window.setStatusBarMessage(message, 4000);
}

/**
 * Asks in steps of one quick pick, with a button that goes back; answers the answers by their questions, or undefined
 * if the user gave up.
 */
export async function askQuestions(next: NextQuestion): Promise<Answers | undefined> {
  return askInSteps(next, (question, place) =>
    'choices' in question ? choose(question, place) : showBox(question, place),
  );
}

/** A dialog that is closed without a file leads back to the choices. */
async function choose(question: ChoiceQuestion, place: Place): Promise<string | null | undefined> {
  for (;;) {
    const answer = await showChoices(question, place);
    const title = question.choices.find(({ value }) => value === answer)?.fileTitle;
    if (title === undefined) return answer;
    const file = await chooseToRead(title);
    if (file !== undefined) return file.fsPath;
  }
}

function showChoices(
  { title, placeHolder, choices, takesSeveral = false }: ChoiceQuestion,
  place: Place,
): Promise<string | null | undefined> {
  const list = window.createQuickPick<QuickPickItem & Pick<PossibleAnswer, 'value'>>();
  list.items = choices.map(({ label, description = '', detail = '', value }) => ({
    label,
    description,
    detail,
    value,
  }));
  list.placeholder = placeHolder;
  list.canSelectMany = takesSeveral;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  return showStep(list, title, place, (resolve) => {
    list.onDidAccept(() => {
      const chosen = list.selectedItems.map((item) => item.value);
      if (takesSeveral || chosen.length > 0) resolve(chosen.join(','));
    });
  });
}

function showBox(
  { title, prompt, value, whatIsWrong, button }: TextQuestion,
  place: Place,
): Promise<string | null | undefined> {
  const box = window.createInputBox();
  box.prompt = prompt;
  box.value = value;
  const own = button === undefined ? [] : [{ iconPath: new ThemeIcon(button.icon), tooltip: button.tooltip }];
  return showStep(
    box,
    title,
    place,
    (resolve) => {
      const finish = (mark: string): void => {
        box.validationMessage = whatIsWrong(box.value);
        if (box.validationMessage === undefined) resolve(`${mark}${box.value}`);
      };
      box.onDidChangeValue((text) => {
        box.validationMessage = whatIsWrong(text);
      });
      box.onDidAccept(() => {
        finish('');
      });
      box.onDidTriggerButton((pressed) => {
        if (own.includes(pressed as (typeof own)[number])) finish(BUTTON);
      });
    },
    own,
  );
}

function showStep(
  input: QuickPick<QuickPickItem & Pick<PossibleAnswer, 'value'>> | InputBox,
  title: string,
  { step, totalSteps }: Place,
  follow: (resolve: (answer: string) => void) => void,
  buttons: readonly QuickInputButton[] = [],
): Promise<string | null | undefined> {
  input.title = title;
  if (totalSteps > 1) Object.assign(input, { step, totalSteps });
  input.ignoreFocusOut = true;
  input.buttons = [...(step > 1 ? [QuickInputButtons.Back] : []), ...buttons];
  return new Promise((resolve) => {
    const end = (answer: string | null | undefined): void => {
      resolve(answer);
      input.dispose();
    };
    input.onDidTriggerButton((pressed) => {
      if (pressed === QuickInputButtons.Back) end(null);
    });
    follow(end);
    input.onDidHide(() => {
      end(undefined);
    });
    input.show();
  });
}

/** The name of a file for a label; it is valid on every machine. */
export function nameForFile(label: string): string {
  return label.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
}

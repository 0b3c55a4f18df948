/** The types of tools.mjs, which stays plain JavaScript because Node runs it without a build. */

export type ToolName = 'Chromium' | 'code-server' | 'neovim' | 'JDK' | 'JDK sources' | 'Maven' | 'Gradle';

export const codeServerVersion: string;
export const howToInstall: string;
export const tools: Readonly<Record<ToolName, () => string | undefined>>;
/** The path of a program, or undefined if it is missing; under CI a missing one throws. */
export function findTool(name: ToolName): string | undefined;
/** The Node that runs code-server: the one installed with it, or this one. */
export function codeServerNode(): string;

<#
.SYNOPSIS
Installs or upgrades rtk, one executable, in a folder of the user's. For Windows PowerShell 5.1 and PowerShell 7.
.PARAMETER Version
That release, 0.2.0 or v0.2.0; the latest one without it.
.PARAMETER Dir
The folder for the executable; %LOCALAPPDATA%\Programs\rtk without it.
.NOTES
RTK_RELEASES_URL: where the releases lie, for a mirror; URL/latest/download/FILE and URL/download/vV/FILE.
To remove rtk: rtk init -g --uninstall, then delete the executable.
#>
# Everything stands in functions and the last statement is a group, so that a download that was cut runs nothing.
param([string]$Version = '', [string]$Dir = '')

function Install-Rtk([string]$Version, [string]$Dir) {
  # Written in when a release is made.
  $publishedUrl = ''
  $ErrorActionPreference = 'Stop'
  # Its bar makes a download many times slower in Windows PowerShell.
  $ProgressPreference = 'SilentlyContinue'
  $url = Find-RtkReleases $publishedUrl $Version
  $file = Find-RtkFile
  $folder = Find-RtkFolder $Dir
  $target = Join-Path $folder 'rtk.exe'
  $before = ''
  if (Test-Path -LiteralPath $target) {
    $before = Get-RtkVersion $target
    # Only what rtk put there is replaced.
    if (-not $before) { throw "$target is another program; remove it or use -Dir" }
  }
  $made = New-RtkFolder $folder
  $work = Join-Path $folder ".rtk-install.$PID"
  try {
    [void](New-Item -ItemType Directory -Path $work)
    $fetched = Get-RtkFile $url $file $work $target
    if ($fetched) { Move-RtkFile $fetched $target $before } else { "rtk $before is there already: $target" }
    $made = @()
  } finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
    # Folders that an installation that failed has made; they are empty.
    foreach ($one in $made) { try { [IO.Directory]::Delete($one) } catch { break } }
  }
  Show-RtkPath $folder $target
}

function Find-RtkReleases([string]$PublishedUrl, [string]$Version) {
  $url = if ($env:RTK_RELEASES_URL) { $env:RTK_RELEASES_URL } else { $PublishedUrl }
  $url = $url.TrimEnd('/')
  if (-not $url) { throw 'no address of the releases: take install.ps1 from a release, or set RTK_RELEASES_URL' }
  # Executable and checksum would come the same open way; a test server on this machine is fine.
  if ($url -notmatch '^(https://|http://(127\.0\.0\.1|localhost)[:/])') {
    throw "RTK_RELEASES_URL must start with https://: $url"
  }
  $wanted = $Version -replace '^v', ''
  if ($wanted -match '[^0-9A-Za-z.+-]') { throw "no version: $wanted" }
  if ($wanted) { "$url/download/v$wanted" } else { "$url/latest/download" }
}

function Find-RtkFile {
  # Windows PowerShell has no such variable and runs on Windows alone.
  if ($PSVersionTable.PSVersion.Major -ge 6 -and -not $IsWindows) { throw 'this is no Windows: use install.sh' }
  # A 32-bit PowerShell on a 64-bit system tells the system's in the first.
  $processor = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
  # Windows on ARM64 runs x86_64 executables.
  if ($processor -notin 'AMD64', 'ARM64') { throw "no rtk for $processor; x86_64 has one" }
  'rtk-x86_64-pc-windows-msvc.exe'
}

function Find-RtkFolder([string]$Dir) {
  if (-not $Dir) {
    if (-not $env:LOCALAPPDATA) { throw 'LOCALAPPDATA is not set; use -Dir' }
    $Dir = Join-Path $env:LOCALAPPDATA 'Programs\rtk'
  }
  $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir).TrimEnd('\')
}

# The version of an rtk; nothing for any other program. The Rust tool of that name prints no "(deno)".
function Get-RtkVersion([string]$Path) {
  # Windows PowerShell would make an error of a line on stderr.
  $ErrorActionPreference = 'SilentlyContinue'
  try { $said = & $Path --version 2>$null } catch { return }
  if ("$said" -match '^rtk (\S+) \(deno\)$') { $Matches[1] }
}

# Makes a folder; answers those that were not there, the deepest first.
function New-RtkFolder([string]$Folder) {
  $made = @()
  for ($one = $Folder; $one -and -not (Test-Path -LiteralPath $one); $one = Split-Path -Parent $one) { $made += $one }
  [void](New-Item -ItemType Directory -Force -Path $Folder)
  $made
}

# The path of the executable, checked; nothing where that very file is installed.
function Get-RtkFile([string]$Url, [string]$File, [string]$Work, [string]$Target) {
  Save-RtkFile "$Url/SHA256SUMS" (Join-Path $Work 'SHA256SUMS')
  $expected = ''
  foreach ($line in Get-Content -LiteralPath (Join-Path $Work 'SHA256SUMS')) {
    if ($line -cmatch '^([0-9a-f]{64}) [ *](\S+)$' -and $Matches[2] -ceq $File) { $expected = $Matches[1] }
  }
  if (-not $expected) { throw "no checksum of $File in $Url/SHA256SUMS" }
  if ((Test-Path -LiteralPath $Target) -and (Get-RtkSum $Target) -eq $expected) { return }
  Write-Host "Downloading $Url/$File"
  $path = Join-Path $Work $File
  Save-RtkFile "$Url/$File" $path
  $found = Get-RtkSum $path
  if ($found -ne $expected) {
    throw "the download is damaged: sha256 of $File is $found, not $expected; nothing was installed"
  }
  $path
}

function Save-RtkFile([string]$Url, [string]$Path) {
  # Windows PowerShell may offer old protocols only.
  [Net.ServicePointManager]::SecurityProtocol =
    [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
  try { Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $Path } catch {
    throw "cannot download ${Url}: $(($_.Exception.Message -split "`n")[0])"
  }
}

function Get-RtkSum([string]$Path) {
  (Get-FileHash -Algorithm SHA256 -LiteralPath $Path).Hash.ToLowerInvariant()
}

# A running executable cannot be overwritten, but renamed: the old one goes aside, and comes back where the new one fails.
function Move-RtkFile([string]$Fetched, [string]$Target, [string]$Before) {
  $after = Get-RtkVersion $Fetched
  if (-not $after) { throw 'rtk does not start here; nothing was installed' }
  $folder = Split-Path -Parent $Target
  Get-ChildItem -LiteralPath $folder -Filter '.rtk-old.*' -Force | Remove-Item -Force -ErrorAction SilentlyContinue
  $aside = Join-Path $folder ".rtk-old.$PID.exe"
  if ($Before) { [IO.File]::Move($Target, $aside) }
  try { [IO.File]::Move($Fetched, $Target) } catch {
    if ($Before) { [IO.File]::Move($aside, $Target) }
    throw
  }
  # While it runs it stays until the next upgrade.
  if ($Before) { Remove-Item -LiteralPath $aside -Force -ErrorAction SilentlyContinue }
  $was = if ($Before -and $Before -ne $after) { " (was $Before)" } else { '' }
  "rtk $after is installed: $Target$was"
}

# Says what stands between the user and this rtk, else what to do next.
function Show-RtkPath([string]$Folder, [string]$Target) {
  $isOnPath = @($env:Path -split ';' | ForEach-Object { $_.TrimEnd('\') }) -contains $Folder
  if (-not $isOnPath) {
    $quoted = $Folder.Replace("'", "''")
    "$Folder is not on PATH; run this line, then open a new terminal:"
    "  [Environment]::SetEnvironmentVariable('Path', " +
      "'$quoted;' + [Environment]::GetEnvironmentVariable('Path', 'User'), 'User')"
  }
  $first = (Get-Command rtk -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1).Source
  if ($first -and $first -ne $Target) {
    $version = Get-RtkVersion $first
    $what = if ($version) { "an rtk $version" } else { 'another program of that name' }
    "$first comes first on PATH and is ${what}: put $Folder before it, or remove it"
  } elseif ($isOnPath) {
    'Next: rtk init -g'
  }
}

& {
  try { Install-Rtk $Version $Dir } catch {
    [Console]::Error.WriteLine("install.ps1: $(($_.Exception.Message -split "`n")[0])")
    # Run by `irm ... | iex`, exit would close the window.
    if ($PSCommandPath) { exit 1 }
    $global:LASTEXITCODE = 1
  }
}

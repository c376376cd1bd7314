# Lazuli. `make` lists what there is to make.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# A forbidden import between layers is an error, not a habit.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
# Plugins show their entry only.
RELEASE_FLAGS := -Xlinker --version-script=$(abspath Plugins/exports.map)
BUILD := .build
RELEASE := $(BUILD)/release

export SWIFT_BACKTRACE ?= enable=no

# Debian packages, installed when they are missing.
BUILD_PACKAGES := g++ pkg-config libcurl4-openssl-dev libpng-dev libdeflate-dev libisal-dev libjpeg-dev libgif-dev \
  libjansson-dev libidn2-dev liblcms2-dev libmd-dev
DEMO_PACKAGES := python3
TEST_PACKAGES := giflib-tools libglib2.0-bin libjpeg-turbo-progs liblcms2-utils libpng-tools libsixel-bin netpbm \
  nginx-light openssl python3 python3-pil
PACKAGE_PACKAGES := dpkg-dev
INSTALL_TEST_PACKAGES := man-db zsh fish lintian
CHROOT_PACKAGES := debootstrap python3
BENCH_PACKAGES := $(TEST_PACKAGES) valgrind curl libgdk-pixbuf2.0-bin libgdk-pixbuf-2.0-dev libvips-tools python3-venv

LINTED := Sources Plugins Tests docs/examples Package.swift

# Installs what is missing of the packages in $(1); asks for root only then. RUNLEVEL=1 keeps
# packaged servers from starting.
define install_packages
	@missing=(); \
	for package in $(1); do \
	  dpkg-query -W -f='$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$$package"); \
	done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  echo "Installing $${missing[*]}"; \
	  root=(); [ "$$(id -u)" -eq 0 ] || root=(sudo); \
	  for tool in "$${root[@]}" apt-get; do command -v "$$tool" >/dev/null || { \
	    echo "There is no $$tool: let root install these packages" >&2; exit 1; }; \
	  done; \
	  "$${root[@]}" apt-get update -qq; \
	  "$${root[@]}" env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends "$${missing[@]}" >/dev/null; \
	fi
endef

.PHONY: help setup toolchain build release release-plugins test lint format bench demo fuzz tsan install uninstall \
  stage deb installed chroot clean ci

help: ## list what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Lazuli needs the Swift toolchain (6.3 or newer) on PATH: see swift.org/install/linux" >&2; exit 1; }

setup: toolchain ## install the Debian packages that building needs
	$(call install_packages,$(BUILD_PACKAGES))

build: setup ## build everything, debug
	$(SWIFT) build $(SWIFT_FLAGS)

release: setup
	$(SWIFT) build -c release $(SWIFT_FLAGS) $(RELEASE_FLAGS)

test: setup ## run all tests
	$(call install_packages,$(TEST_PACKAGES))
	$(SWIFT) build --build-tests $(SWIFT_FLAGS)
	Tests/HostPackage/run.sh --scratch-path $(abspath $(BUILD))/host
	$(SWIFT) test --skip-build --quiet --disable-xctest

lint: toolchain ## check the style
	$(SWIFT) format lint --strict -r $(LINTED)

format: toolchain ## apply the style
	$(SWIFT) format -i -r $(LINTED)

demo: release ## fetch pictures from a local server and show them
	$(call install_packages,$(DEMO_PACKAGES))
	docs/examples/demo/run.sh $(RELEASE)

# The tool is measured as it is installed.
bench: release ## measure against the bare libraries and against peers
	$(call install_packages,$(BENCH_PACKAGES))
	$(MAKE) install DESTDIR="$(abspath $(BUILD)/bench/installed)" PREFIX=
	Tests/Benchmarks/run.sh $(RELEASE)

fuzz: setup ## 10 000 mutated files a codec, under AddressSanitizer
	Tests/Fuzz/run.sh

tsan: setup ## a thousand loads under ThreadSanitizer
	Tests/Stress/run.sh

# The tool carries the Swift runtime in it, so that it starts faster and runs where there is no toolchain;
# plugins need none. It carries the C++ library too, whose symbols take long to bind, and its own relocations
# are packed: a fifth fewer instructions until the first pixel. Metadata of types is asked for by calls, not by
# names to be parsed: another quarter. No library lies beside it to be looked for.
TOOL_FLAGS := --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
  -Xswiftc -L$(abspath $(BUILD))/static-libraries -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  --disable-local-rpath -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
PLUGINS := $(patsubst Plugins/%/plugin.json,%,$(wildcard Plugins/*/plugin.json))
PLUGIN_FOLDER := $(DESTDIR)$(PREFIX)/lib/lazuli/plugins/1

# Only copying needs root, and only where the folder is root's: what root builds, nobody else builds on.
AS_ROOT = $(shell folder="$(DESTDIR)$(PREFIX)"; until [ -e "$$folder" ]; do folder=$$(dirname "$$folder"); done; \
  [ -w "$$folder" ] || echo sudo)

# What else is installed, under PREFIX.
SHARED := share/pkgconfig/lazuli-plugin.pc share/man/man1/lazuli.1 share/bash-completion/completions/lazuli \
  share/zsh/site-functions/_lazuli share/fish/vendor_completions.d/lazuli.fish \
  share/thumbnailers/lazuli.thumbnailer share/doc/lazuli/copyright

# SwiftPM builds one product at a time.
release-plugins: setup
	@for plugin in $(PLUGINS); do \
	  product=$$(sed -n 's/.*"library": *"lib\([^"]*\)\.so".*/\1/p' "Plugins/$$plugin/plugin.json"); \
	  $(SWIFT) build -c release $(SWIFT_FLAGS) $(RELEASE_FLAGS) --product "$$product"; \
	done

install: release-plugins ## install the tool, the plugins and what belongs to them (PREFIX, DESTDIR)
	mkdir -p $(BUILD)/static-libraries
	ln -sf "$$(gcc -print-file-name=libstdc++.a)" $(BUILD)/static-libraries/libstdc++.a
	$(SWIFT) build -c release --product lazuli $(TOOL_FLAGS) --scratch-path $(BUILD)/static
	$(AS_ROOT) install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/include/lazuli"
	$(AS_ROOT) install -s -m 755 $(BUILD)/static/release/lazuli "$(DESTDIR)$(PREFIX)/bin/lazuli"
	$(AS_ROOT) install -m 644 Sources/LazuliABI/include/lazuli/*.h "$(DESTDIR)$(PREFIX)/include/lazuli/"
	Sources/LazuliTool/Share/tree.sh $(BUILD)/static/release/lazuli $(BUILD)/share
	@for file in $(SHARED); do \
	  $(AS_ROOT) install -D -m 644 "$(BUILD)/share/$$file" "$(DESTDIR)$(PREFIX)/$$file"; \
	done
	@for plugin in $(PLUGINS); do \
	  library=$$(sed -n 's/.*"library": *"\([^"]*\)".*/\1/p' "Plugins/$$plugin/plugin.json"); \
	  $(AS_ROOT) install -d "$(PLUGIN_FOLDER)/$$plugin"; \
	  $(AS_ROOT) install -s -m 644 "$(RELEASE)/$$library" "$(PLUGIN_FOLDER)/$$plugin/$$library"; \
	  $(AS_ROOT) install -m 644 "Plugins/$$plugin/plugin.json" "$(PLUGIN_FOLDER)/$$plugin/plugin.json"; \
	done

uninstall: ## remove what install put there
	$(AS_ROOT) rm -f "$(DESTDIR)$(PREFIX)/bin/lazuli"
	$(AS_ROOT) rm -rf "$(DESTDIR)$(PREFIX)/include/lazuli"
	@for plugin in $(PLUGINS); do $(AS_ROOT) rm -rf "$(PLUGIN_FOLDER)/$$plugin"; done
	@for file in $(SHARED); do $(AS_ROOT) rm -f "$(DESTDIR)$(PREFIX)/$$file"; done
	@for folder in lib/lazuli/plugins/1 lib/lazuli/plugins lib/lazuli share/doc/lazuli; do \
	  $(AS_ROOT) rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(PREFIX)/$$folder" 2>/dev/null || true; \
	done

clean: ## remove what was built
	rm -rf $(BUILD) Tests/Fuzz/.build Tests/HostPackage/.build

# A tree as on a machine of its own.
STAGE := $(abspath $(BUILD))/stage

stage:
	rm -rf $(STAGE)
	$(MAKE) install PREFIX=/usr DESTDIR=$(STAGE)

deb: stage ## make a Debian package, .build/deb/lazuli_….deb
	$(call install_packages,$(PACKAGE_PACKAGES))
	rm -rf $(BUILD)/deb
	mkdir -p $(BUILD)/deb
	Sources/LazuliTool/Share/package.sh $(STAGE) $(BUILD)/deb

installed: deb ## try what is installed: moved, alone, unpacked and removed
	$(call install_packages,$(INSTALL_TEST_PACKAGES))
	Tests/Install/tree.sh $(STAGE) $(BUILD)/deb/lazuli_*.deb
	$(MAKE) uninstall PREFIX=/usr DESTDIR=$(STAGE)
	@[ -z "$$(find $(STAGE) -type f)" ] || { echo "uninstall left:" >&2; find $(STAGE) -type f >&2; exit 1; }

chroot: deb ## try tree and package in a bare system without a toolchain; wants root
	$(call install_packages,$(CHROOT_PACKAGES))
	Tests/Install/chroot.sh $(STAGE) $(BUILD)/deb/lazuli_*.deb

ci: lint fuzz tsan demo installed test ## what continuous integration runs

# Lazuli. `make` lists what there is to make.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# A forbidden import between layers is an error, not a habit.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
BUILD := .build
RELEASE := $(BUILD)/release

export SWIFT_BACKTRACE ?= enable=no

# Debian packages, installed when they are missing.
BUILD_PACKAGES := pkg-config libcurl4-openssl-dev libpng-dev libjpeg-dev libgif-dev libjansson-dev libidn2-dev
DEMO_PACKAGES := python3
TEST_PACKAGES := nginx-light openssl python3
BENCH_PACKAGES := $(TEST_PACKAGES) valgrind curl libgdk-pixbuf2.0-bin libgdk-pixbuf-2.0-dev libvips-tools

LINTED := Sources docs/examples Plugins Tests Package.swift

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
	  "$${root[@]}" apt-get update -qq; \
	  "$${root[@]}" env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends "$${missing[@]}" >/dev/null; \
	fi
endef

.PHONY: help setup toolchain build release test lint format bench demo fuzz install uninstall clean ci

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
	$(SWIFT) build -c release $(SWIFT_FLAGS)

test: setup ## run all tests
	$(call install_packages,$(TEST_PACKAGES))
	$(SWIFT) test $(SWIFT_FLAGS) --disable-xctest

lint: toolchain ## check the style
	$(SWIFT) format lint --strict -r $(LINTED)

format: toolchain ## apply the style
	$(SWIFT) format -i -r $(LINTED)

demo: release ## fetch pictures from a local server and show them
	$(call install_packages,$(DEMO_PACKAGES))
	docs/examples/demo/run.sh $(RELEASE)

bench: release ## measure against the bare libraries and against peers
	$(call install_packages,$(BENCH_PACKAGES))
	Tests/Benchmarks/run.sh $(RELEASE)

fuzz: setup ## 10 000 mutated files a codec, under AddressSanitizer
	Tests/Fuzz/run.sh

clean: ## remove what was built
	rm -rf $(BUILD) Tests/Fuzz/.build Tests/HostPackage/.build

ci: lint build test fuzz demo ## what continuous integration runs

# Builds takeaway-cuda, the command line tool with the device of the engine gpu. Only
# gpu-device.cu uses CUDA. NVCC is the compiler of CUDA 12 or later.
NVCC ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
# Virtual code of the first one, so that the driver can compile for later devices.
CUDA_ARCH ?= 80 90
CUDA_CODE := -gencode=arch=compute_$(firstword $(CUDA_ARCH)),code=compute_$(firstword $(CUDA_ARCH)) \
    $(foreach a,$(CUDA_ARCH),-gencode=arch=compute_$a,code=sm_$a)
# Where nvcc links from, by its own account: nvcc on the PATH may be a script.
CUDA_LIB = $(shell $(NVCC) --dryrun x.cu 2>&1 | sed -n 's/^\#\$$ LIBRARIES=//p')
# STATIC=1: a program for machines without our libraries, of the same libc or a later one.
CUDA_LIBS = $(CUDA_LIB) -lcudart_static $(if $(STATIC),-static-libgcc -Wl$(comma)-Bstatic \
    -lstdc++ $(filter-out -lm -lpthread,$(LIBS)) $(PNG:%=% -lz) -Wl$(comma)-Bdynamic -lm -lpthread,-lstdc++ $(LIBS) $(PNG)) -ldl -lrt

cuda: ## takeaway-cuda, for a GPU (nvcc); STATIC=1: with our libraries inside
	@command -v $(NVCC) >/dev/null || { echo 'make cuda needs nvcc, of CUDA 12 or later: on the PATH,' \
	    'in /usr/local/cuda/bin, or as NVCC=...' >&2; exit 1; }
	@$(MAKE) --no-print-directory $(BUILD)/takeaway-cuda

$(BUILD)/takeaway-cuda: $(CLI_OBJ) $(BUILD)/src/cold/gpu/gpu-device.o $(LIBRARY)
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(CUDA_LIBS)

$(BUILD)/src/cold/gpu/gpu-device.o: src/cold/gpu/gpu-device.cu src/cold/gpu/gpu.h \
    $(wildcard src/cold/gpu/gpu-*kernel.h) $(FLAGS)
	@mkdir -p $(@D)
	$(SAY) NVCC $@
	$(Q)$(NVCC) -O3 -std=c++17 $(CUDA_CODE) -Isrc -Xcompiler -fPIC,-Wall$(if $(WERROR),$(comma)-Werror) \
	    $(if $(WERROR),-Werror all-warnings) -c -o $@ $<

.PHONY: cuda
